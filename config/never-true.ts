import { parseAst } from 'rolldown/parseAst'
import { childrenOf, isNode, type Node, nameOf } from './syntax-tree.ts'

/** What React DOM's code says of a thing, and never comes true. */
export interface NeverTrue {
  /** Kinds of fibers (`WorkTag` in React's sources) that there are none of. */
  readonly tags?: readonly number[]
  /** Variables that stay false. */
  readonly never?: readonly string[]
  /** Fields that are always null or false, by name. */
  readonly fields?: ReadonlyMap<string, 'null' | 'false'>
  /** Functions that always answer the same. */
  readonly answers?: ReadonlyMap<string, string>
  /** Classes of which nobody makes one. */
  readonly classes?: readonly string[]
  /** What React DOM exports and nobody imports. */
  readonly exports?: readonly string[]
}

/**
 * The errors that React makes when it starts, to throw them as signals and know them again: without a stack, for which V8 reads every
 * function around them once more to know its lines, and these are the whole module and the whole chunk.
 */
export function withoutStacks(code: string): string {
  const tree = parseAst(code) as unknown as Node
  const variables = (tree['body'] as readonly Node[]).flatMap((it) => (it['declarations'] ?? []) as readonly Node[])
  const errors = variables.flatMap(({ init }) => (isNode(init) && isMadeError(init) ? [init] : []))
  if (errors.length === 0) throw new Error('React DOM makes no errors when it starts.')
  return edited(
    code,
    errors.map((it) => {
      const [message] = it['arguments'] as readonly Node[]
      const by = `{ __proto__: Error.prototype, message: ${code.slice(message?.start, message?.end)} }`
      return { start: it.start, end: it.end, by }
    }),
  )
}

const isMadeError = ({ type, callee }: Node) => type === 'CallExpression' && nameOf(callee as Node) === 'Error'

/** Code with what never comes true written as such, so that the minifier drops what hangs on it. */
export function without(code: string, leftOut: readonly NeverTrue[]): string {
  const rules = rulesOf(leftOut)
  const edits: Edit[] = []
  visit(parseAst(code) as unknown as Node, { rules, edits, own: [], body: 0 })
  const missing = [...rules.names].filter((it) => !rules.found.has(it))
  if (missing.length > 0) throw new Error(`React DOM does not have what is left out: ${missing.join(', ')}.`)
  return edited(code, edits)
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly by: string
}

function edited(code: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, by } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(code.slice(at, start), by)
    at = end
  }
  return parts.join('') + code.slice(at)
}

/** All that is left out, by where it is found. */
interface Rules {
  readonly tags: ReadonlySet<number>
  readonly never: ReadonlySet<string>
  readonly fields: ReadonlyMap<string, string>
  readonly answers: ReadonlyMap<string, string>
  /** What is assigned to and not needed: `exports.hydrateRoot`, `FragmentInstance.prototype`. */
  readonly paths: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  /** Which of the names the code has. */
  readonly found: Set<string>
}

function rulesOf(leftOut: readonly NeverTrue[]): Rules {
  const all = <T>(of: (it: NeverTrue) => Iterable<T> | undefined) => leftOut.flatMap((it) => [...(of(it) ?? [])])
  const tags = new Set(all((it) => it.tags))
  const never = new Set(all((it) => it.never))
  const fields = new Map(all((it) => it.fields))
  const answers = new Map(all((it) => it.answers))
  const paths = new Set([
    ...all((it) => it.exports).map((name) => `exports.${name}`),
    ...all((it) => it.classes).map((name) => `${name}.prototype`),
  ])
  const names = new Set([...[...tags].map(nameOfTag), ...never, ...fields.keys(), ...answers.keys(), ...paths])
  return { tags, never, fields, answers, paths, names, found: new Set() }
}

const nameOfTag = (tag: number) => `tag ${tag}`

interface Visit {
  readonly rules: Rules
  readonly edits: Edit[]
  /** What the functions around declare themselves: these are other variables. */
  readonly own: readonly ReadonlySet<string>[]
  /** Where the body of the function around begins. */
  readonly body: number
}

function visit(node: Node, at: Visit): void {
  const by = rewritten(node, at)
  if (by !== undefined) {
    at.edits.push({ start: node.start, end: node.end, by })
    return
  }
  const inside = isFunction(node) ? within(node, at) : at
  const gone = node.type === 'SwitchStatement' ? withoutCases(node, at) : []
  for (const [field, child] of childrenOf(node)) if (!isName(node, field) && !gone.includes(child)) visit(child, inside)
}

const within = (node: Node, at: Visit): Visit => ({
  ...at,
  own: [...at.own, new Set(declaredIn(node))],
  body: (node['body'] as Node).start + 1,
})

/** What stands instead of a node; undefined when it stays, and its children are looked at. */
function rewritten(node: Node, at: Visit): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
      return answered(node, at)
    case 'ExpressionStatement':
      return statement(node['expression'] as Node, at)
    case 'BinaryExpression':
      return compared(node, at)
    case 'AssignmentExpression':
      return assigned(node, at)
    case 'Identifier':
      return isNever(node, at) ? '!1' : undefined
    case 'MemberExpression':
      return read(node, at)
    default:
      return undefined
  }
}

function answered(node: Node, { rules }: Visit): string | undefined {
  const name = nameOf(node['id'] as Node) ?? ''
  const body = rules.answers.get(name)
  if (body !== undefined) rules.found.add(name)
  return body && `function ${name}() ${body}`
}

/** An export that nobody imports, or a method of a class of which nobody makes one. */
function statement(expression: Node, { rules, edits }: Visit): string | undefined {
  if (expression.type !== 'AssignmentExpression') return undefined
  const path = pathOf(expression['left'] as Node)
    .slice(0, 2)
    .join('.')
  if (!rules.paths.has(path)) return undefined
  rules.found.add(path)
  const value = expression['right'] as Node
  if (value.type !== 'AssignmentExpression') return ''
  // One function for two classes, of which the other one is needed.
  edits.push({ start: expression.start, end: value.start, by: '' })
  return undefined
}

/** `exports.hydrateRoot` as its names; none for what is no such path. */
function pathOf(node: Node): readonly string[] {
  if (node.type === 'Identifier') return [nameOf(node) ?? '']
  if (node.type !== 'MemberExpression' || node['computed'] === true) return []
  return [...pathOf(node['object'] as Node), nameOf(node['property'] as Node) ?? '']
}

/** Whether a node reads the kind of a fiber: React keeps it in `tag`, or in a variable of that name. */
function isTag(node: Node): boolean {
  const read = node.type === 'MemberExpression' && node['computed'] !== true ? (node['property'] as Node) : node
  return read.type === 'Identifier' && nameOf(read) === 'tag'
}

function isLeftOutTag(node: Node | null, { rules }: Visit): boolean {
  const value = node?.type === 'Literal' ? node['value'] : undefined
  if (typeof value !== 'number' || !rules.tags.has(value)) return false
  rules.found.add(nameOfTag(value))
  return true
}

function compared(node: Node, at: Visit): string | undefined {
  const sides = [node['left'], node['right']] as readonly [Node, Node]
  if (node['operator'] !== '===' && node['operator'] !== '!==') return undefined
  if (!sides.some(isTag) || !sides.some((it) => isLeftOutTag(it, at))) return undefined
  return node['operator'] === '===' ? '!1' : '!0'
}

/**
 * Cuts the labels of cases that never come; what stands behind them may be fallen into. Answers the first cases of a switch where they
 * are such: nobody falls into these.
 */
function withoutCases(node: Node, at: Visit): readonly Node[] {
  if (!isTag(node['discriminant'] as Node)) return []
  const gone: Node[] = []
  for (const [place, it] of (node['cases'] as readonly Node[]).entries()) {
    if (!isLeftOutTag(it['test'] as Node | null, at)) continue
    const isFirst = gone.length === place
    if (isFirst) {
      gone.push(it)
      // Cases behind it may use its variables.
      const variables = declaredIn(it)
      if (variables.length > 0) at.edits.push({ start: at.body, end: at.body, by: `var ${variables.join()};` })
    }
    const behind = (it['consequent'] as readonly Node[])[0]
    at.edits.push({ start: it.start, end: isFirst ? it.end : (behind?.start ?? it.end), by: '' })
  }
  return gone
}

function isNever(node: Node, { rules, own }: Visit): boolean {
  const name = nameOf(node) ?? ''
  return rules.never.has(name) && !own.some((it) => it.has(name))
}

function assigned(node: Node, at: Visit): string | undefined {
  const target = node['left'] as Node
  if (target.type !== 'Identifier' || !isNever(target, at)) return undefined
  const name = nameOf(target) ?? ''
  if ((node['right'] as Node).type !== 'UnaryExpression') throw new Error(`${name} is not set as expected.`)
  at.rules.found.add(name)
  return '!1'
}

function read(node: Node, { rules }: Visit): string | undefined {
  const name = node['computed'] === true ? '' : (nameOf(node['property'] as Node) ?? '')
  const value = rules.fields.get(name)
  if (value !== undefined) rules.found.add(name)
  return value
}

const isFunction = (node: Node) => /Function/.test(node.type)

/** The parameters and variables of a function, without those of functions within it. */
function declaredIn(node: Node): readonly string[] {
  const own = node.type === 'VariableDeclarator' ? [nameOf(node['id'] as Node)] : []
  const parameters = isFunction(node) ? (node['params'] as readonly Node[]).map(nameOf) : []
  const inside = childrenOf(node).flatMap(([, child]) => (isFunction(child) ? [] : declaredIn(child)))
  return [...own, ...parameters, ...inside].filter((it) => it !== undefined)
}

/** Whether a child only names something: a field, a key, a variable that is declared or set. */
const isName = (node: Node, field: string) =>
  ((field === 'property' || field === 'key') && node['computed'] !== true) ||
  ((field === 'id' || field === 'params' || field === 'label') && node.type !== 'Program') ||
  (field === 'left' && node.type === 'AssignmentExpression')
