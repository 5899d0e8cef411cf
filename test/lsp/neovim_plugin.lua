-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Drives editors/nvim and prints what was seen, as JSON.
vim.opt.runtimepath:append(vim.env.COALCHECK_NVIM)
local messages = {}
vim.notify = function(text) table.insert(messages, text) end
vim.notify_once = vim.notify
local coalcheck = require 'coalcheck'
coalcheck.setup { path = '/no/such/coalcheck' }
vim.cmd 'set filetype=cuda'
coalcheck.setup { path = vim.env.COALCHECK, arguments = { '--cuda-headers=embedded' }, settings = { checks = '-misaligned' } }
local ok = vim.wait(60000, function() return #coalcheck.worst(0) == 2 end, 20)
vim.cmd 'CoalcheckWorst'
local list = vim.fn.getloclist(0, { title = 0, items = 0 })
local items = vim.tbl_map(function(i) return { lnum = i.lnum, type = i.type, text = i.text } end, list.items)
io.stdout:write(vim.json.encode { ok = ok, title = list.title, items = items, messages = messages } .. '\n')
vim.cmd 'qall!'
