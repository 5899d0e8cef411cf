-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Run by neovim_test.py in a headless Neovim: starts a server for the current buffer, edits, looks at diagnostics,
-- takes the code action, and prints what it saw as JSON.
local command = vim.fn.json_decode(vim.env.COALCHECK_COMMAND)
local seen = {}

local function diagnostics()
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, { lnum = d.lnum, col = d.col, end_col = d.end_col, source = d.source, code = d.code, message = d.message,
                         severity = d.severity, text = (vim.api.nvim_buf_get_lines(0, d.lnum, d.lnum + 1, false)[1] or ''):sub(d.col + 1, d.end_col) })
  end
  return list
end

-- Waits until coalcheck has so many diagnostics, on that line, and clangd's are there if they are wanted.
local function wait_for(name, n, line)
  local ok = vim.wait(60000, function()
    local own, other = 0, 0
    for _, d in ipairs(vim.diagnostic.get(0)) do
      if d.source == 'coalcheck' then
        if d.lnum ~= line then return false end
        own = own + 1
      else other = other + 1
      end
    end
    return own == n and (vim.env.COALCHECK_WANTS_CLANGD ~= '1' or other > 0)
  end, 20)
  seen[name] = { ok = ok, diagnostics = diagnostics() }
end

local function finish()
  io.stdout:write(vim.fn.json_encode(seen) .. '\n')
  vim.cmd('qall!')
end

local ok, problem = pcall(function()
  local client = vim.lsp.start_client({ name = 'coalcheck', cmd = command, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(0, client)
  wait_for('opened', 1, 4)

  -- An edit before the finding, with characters that count differently in bytes and UTF-16.
  vim.api.nvim_buf_set_text(0, 4, 2, 4, 2, { '/* é😀 */ ' })
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '// one more line' })
  wait_for('edited', 1, 5)

  local position = nil
  for _, d in ipairs(vim.diagnostic.get(0)) do
    if d.source == 'coalcheck' then position = d end
  end
  vim.api.nvim_win_set_cursor(0, { position.lnum + 1, position.col })
  local params = vim.lsp.util.make_position_params(0, vim.lsp.get_client_by_id(client).offset_encoding)
  local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover', params, 20000)
  seen.hover = hover[client].result.contents.value

  local range = vim.lsp.util.make_range_params(0, vim.lsp.get_client_by_id(client).offset_encoding)
  range.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0) }
  local actions = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', range, 20000)[client].result
  for _, action in ipairs(actions) do
    if action.title:match('^pad the rows') then
      seen.title = action.title
      vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(client).offset_encoding)
    end
  end
  wait_for('fixed', 0)
  seen.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end)
if not ok then seen.problem = problem end
finish()
