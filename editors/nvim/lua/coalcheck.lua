-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- coalcheck in Neovim 0.7 and newer: its language server for CUDA buffers, and a list of the worst accesses of a file.
--
--   require('coalcheck').setup { path = 'coalcheck', arguments = {}, settings = { target = 'sm_90', inlayHints = true } }
--
-- Where clangd is used, 'coalcheck-clangd' in its place shows the same findings (docs/editors.md); one of the two is enough.
local M = {}

M.options = { path = 'coalcheck', arguments = {}, settings = {} }

local client_id -- of the server, once a buffer wants it
local crashes, crashes_max = 0, 4

local function on_exit(code, signal)
  client_id = nil
  if vim.v.exiting ~= vim.NIL or (code == 0 and signal == 0) then return end
  crashes = crashes + 1
  vim.schedule(function()
    vim.notify('coalcheck: the server has ended: ' .. (signal ~= 0 and 'signal ' .. signal or 'status ' .. code), vim.log.levels.WARN)
    if crashes > crashes_max then return end
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'cuda' then M.attach(buffer) end
    end
  end)
end

local function start()
  local command = { M.options.path, 'lsp' }
  vim.list_extend(command, M.options.arguments)
  return vim.lsp.start_client {
    name = 'coalcheck',
    cmd = command,
    root_dir = vim.fn.getcwd(),
    init_options = next(M.options.settings) and M.options.settings or nil,
    on_exit = on_exit,
  }
end

--- Lets the server look at a buffer, this one by default.
function M.attach(buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  if vim.fn.executable(M.options.path) == 0 then
    vim.notify_once("coalcheck: '" .. M.options.path .. "' is not there: install it, or set path", vim.log.levels.ERROR)
    return
  end
  client_id = client_id or start()
  if client_id then vim.lsp.buf_attach_client(buffer, client_id) end
end

local function cost(diagnostic)
  local lsp = diagnostic.user_data and diagnostic.user_data.lsp or {}
  local data = lsp.data or {}
  return data.gain and data.gain.percent or -1
end

--- The findings of a buffer, the costliest first: share of its kernel's time, then by line.
function M.worst(buffer)
  local found = vim.tbl_filter(function(d) return d.source == 'coalcheck' end, vim.diagnostic.get(buffer or 0))
  table.sort(found, function(a, b)
    if a.severity ~= b.severity then return a.severity < b.severity end
    if cost(a) ~= cost(b) then return cost(a) > cost(b) end
    return a.lnum < b.lnum
  end)
  return found
end

--- Puts them into the location list of the window, and opens it.
function M.show_worst()
  local items = {}
  for _, d in ipairs(M.worst(0)) do
    local share = cost(d) >= 0 and string.format('%.0f %%: ', cost(d)) or ''
    table.insert(items, {
      bufnr = vim.api.nvim_get_current_buf(),
      lnum = d.lnum + 1,
      col = d.col + 1,
      type = d.severity <= vim.diagnostic.severity.WARN and 'W' or 'I',
      text = share .. vim.split(d.message, '\n')[1],
    })
  end
  vim.fn.setloclist(0, {}, ' ', { title = 'coalcheck: worst accesses', items = items })
  if #items > 0 then vim.cmd 'lopen' else vim.notify('coalcheck: nothing found', vim.log.levels.INFO) end
end

function M.setup(options)
  M.options = vim.tbl_deep_extend('force', M.options, options or {})
  vim.filetype.add { extension = { cu = 'cuda', cuh = 'cuda' } }
  local group = vim.api.nvim_create_augroup('coalcheck', { clear = true })
  vim.api.nvim_create_autocmd('FileType', { group = group, pattern = 'cuda', callback = function(event) M.attach(event.buf) end })
  vim.api.nvim_create_user_command('CoalcheckWorst', M.show_worst, { desc = 'the accesses of this file that cost most' })
  if vim.bo.filetype == 'cuda' then M.attach() end
end

return M
