import { parseAst } from 'rolldown/parseAst'
import type { Plugin } from 'vite'
import { childrenOf, isNode, type Node, nameOf } from './syntax-tree.ts'

/** What only a server reads of an endpoint: it checks and documents what clients send. */
const SERVERS = new Set(['query', 'summary'])

/**
 * Builds the contract as clients need it: endpoints without the rules of their inputs and their documentation, schemas
 * without `described(...)`. Schemas that only these used fall out of the bundle.
 */
export function clientContract(): Plugin {
  return {
    name: 'client-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/[a-z-]+\.ts$/ },
      handler: (code) => ({ code: forClients(code), map: null }),
    },
  }
}

/** A module of the contract, as JavaScript, without what only servers need. */
export function forClients(code: string): string {
  const found: Node[] = []
  visit(parseAst(code) as unknown as Node, found)
  return without(code, found)
}

/** Finds the properties and arguments to leave out. */
function visit(node: Node, found: Node[]): void {
  if (node.type === 'CallExpression') found.push(...unneeded(node))
  for (const [, child] of childrenOf(node)) if (!found.includes(child)) visit(child, found)
}

function unneeded(call: Node): Node[] {
  const inputs = (call['arguments'] as Node[]).filter(isNode)
  if (nameOf(call['callee'] as Node) !== 'defineEndpoint') {
    return inputs.filter((it) => it.type === 'CallExpression' && nameOf(it['callee'] as Node) === 'described')
  }
  const properties = inputs.flatMap((it) => (it['properties'] ?? []) as Node[])
  return properties.filter((it) => it.type === 'Property' && SERVERS.has(nameOf(it['key'] as Node) ?? ''))
}

/** Cuts nodes out of a list, each with the comma before or behind it. */
function without(code: string, nodes: readonly Node[]): string {
  let rest = code
  for (const { start, end } of nodes.toSorted((a, b) => b.start - a.start)) {
    const before = rest.slice(0, start).replace(/,\s*$/, '')
    const isAfterComma = before.length < start && !/,\s*$/.test(before)
    rest = isAfterComma ? before + rest.slice(end) : rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, '')
  }
  return rest
}
