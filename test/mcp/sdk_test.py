#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`coalcheck mcp` with the official Python SDK as client (pip install mcp); skipped where it is not installed.

usage: sdk_test.py COALCHECK
"""
import asyncio
import json
import os
import sys

try:
    import mcp
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
except ImportError:
    print('SKIPPED: mcp-sdk: the Python package mcp is not installed')
    sys.exit(77)

McpError = getattr(mcp, 'MCPError', None) or mcp.McpError  # of the SDK's second major version, of its first
COALCHECK = os.path.abspath(sys.argv[1])
STRIDED = '''__global__ void k(const float *in, float *out) {
  out[threadIdx.x] = in[8 * threadIdx.x];
}
'''


def of(object, name):
    """An attribute by its name in the protocol: the second major version spells it in snake case."""
    snake = ''.join('_' + c.lower() if c.isupper() else c for c in name)
    return getattr(object, snake) if hasattr(object, snake) else getattr(object, name)


async def use(session):
    hello = await session.initialize()
    assert of(hello, 'serverInfo').name == 'coalcheck', hello
    tools = (await session.list_tools()).tools
    assert sorted(t.name for t in tools) == ['analyse', 'compare', 'confirm', 'explain'], tools
    await session.send_ping()

    r = await session.call_tool('analyse', {'source': STRIDED, 'launch': ['k: grid=1 block=32'], 'target': 'sm_80'})
    assert not of(r, 'isError'), r
    finding, = of(r, 'structuredContent')['findings']
    assert (finding['at'], finding['check']) == ('2:22', 'strided'), finding
    assert json.loads(r.content[0].text) == of(r, 'structuredContent')

    r = await session.call_tool('explain', {'source': STRIDED, 'line': 2, 'column': 22})
    assert len(of(r, 'structuredContent')['accesses'][0]['request']['sectors']) == 32, r
    r = await session.call_tool('compare', {'before': {'source': STRIDED}, 'after': {'source': STRIDED.replace('8 * ', '')}})
    assert len(of(r, 'structuredContent')['gone']) == 1, r
    r = await session.call_tool('confirm', {'source': STRIDED, 'launch': ['k: grid=1 block=32']})
    assert not of(r, 'isError') and of(r, 'structuredContent')['counts'] == {'confirmed': 2}, r

    r = await session.call_tool('analyse', {'path': '/nonexistent/k.cu'})
    assert of(r, 'isError') and 'No such file' in r.content[0].text, r
    for name, arguments in (('nothing', {}), ('analyse', {}), ('analyse', {'source': 1})):
        try:
            r = await session.call_tool(name, arguments)
        except McpError as e:
            assert e.error.code == -32602, e
        else:
            raise AssertionError(f'{name} {arguments}: {r}')
    results = await asyncio.gather(*[session.call_tool('analyse', {'source': STRIDED}) for _ in range(6)])
    assert all(len(of(r, 'structuredContent')['findings']) == 1 for r in results)


async def main():
    async with stdio_client(StdioServerParameters(command=COALCHECK, args=['mcp'])) as (read, write):
        async with ClientSession(read, write) as session:
            await asyncio.wait_for(use(session), 120)


asyncio.run(main())
print('ok')
