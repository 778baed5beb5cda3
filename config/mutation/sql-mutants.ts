import { parseSync, Visitor } from 'vite'

/** A change of one place in a source file. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** The words after which a condition begins, and those that end it. */
const CONNECTIVE = /\b(?:where|and|or|having|when)\b|\(/g
const CONDITION_END =
  /\b(?:and|or|order by|group by|limit|offset|union|returning|where|join|left|cross|then|end|for|select|on|as)\b/y
/** Replaces an expression of a template. */
const OPAQUE = '§'
const STATEMENT = /^\s*(?:select|insert|update|delete|with|case|order by|join|left)\b/
/** A reversed test or bound, by what it replaces. */
const REVERSALS: readonly (readonly [RegExp, string])[] = [
  [/\bis not (?=true|false|null)/g, 'is '],
  [/\bis (?=true|false|null)/g, 'is not '],
  [/(?<!\bis )\bnot (?!materialized|null|exists)/g, ''],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists\b/g, 'not exists'],
  [/<>/g, '='],
  [/(?<=\s)<(?=\s)/g, '<='],
  [/(?<=\s)>(?=\s)/g, '>='],
  [/(?<=\s)<=(?=\s)/g, '<'],
  [/(?<=\s)>=(?=\s)/g, '>'],
]

/** Returns the mutants of a file: in its SQL templates, `where` calls and conditions. */
export function findMutants(source: string): readonly Mutant[] {
  const { program } = parseSync('rules.ts', source)
  const mutants: Mutant[] = []
  const negate = (test: { start: number; end: number }) =>
    mutants.push({ ...toRange(test), replacement: `!(${source.slice(test.start, test.end)})` })
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') mutants.push(...findInTemplate(source, quasi))
    },
    CallExpression({ callee, end }) {
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'where'
      )
        mutants.push({ start: callee.object.end, end, replacement: '' })
    },
    IfStatement: ({ test }) => void negate(test),
    ConditionalExpression: ({ test }) => void negate(test),
  }).visit(program)
  return mutants.sort((a, b) => a.start - b.start)
}

/** Returns a file with one mutant. */
export const applyMutant = (source: string, { start, end, replacement }: Mutant): string =>
  source.slice(0, start) + replacement + source.slice(end)

const toRange = ({ start, end }: { start: number; end: number }) => ({ start, end })

interface Template {
  readonly start: number
  readonly end: number
  readonly expressions: readonly { readonly start: number; readonly end: number }[]
}

function findInTemplate(source: string, { start, end, expressions }: Template): Mutant[] {
  const offset = start + 1
  let text = source.slice(offset, end - 1)
  // An expression is one opaque word: templates in it are found by themselves.
  for (const expression of expressions) {
    const [from, to] = [expression.start - 2 - offset, expression.end + 1 - offset]
    text = text.slice(0, from) + OPAQUE.repeat(to - from) + text.slice(to)
  }
  const reversed = REVERSALS.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: offset + match.index,
      end: offset + match.index + match[0].length,
      replacement,
    })),
  )
  const omitted = findConditions(text).map((place) => ({
    ...place,
    start: offset + place.start,
    end: offset + place.end,
  }))
  return [...omitted, ...reversed]
}

/** Returns the conditions of a text, each with the value that leaves it out. */
function findConditions(text: string): Mutant[] {
  const isBare = !STATEMENT.test(text) && findEnd(text, 0).next !== ''
  const starts = isBare ? [{ place: 0, before: '' }] : []
  for (const { 0: word, index } of text.matchAll(CONNECTIVE)) {
    const place = index + word.length
    if (word === 'and' && /\bbetween\s+\S+\s+$/.test(text.slice(0, index))) continue
    // A parenthesis begins a condition if it contains several.
    if (word === '(' && (STATEMENT.test(text.slice(place)) || !['and', 'or'].includes(findEnd(text, place).next)))
      continue
    starts.push({ place, before: word })
  }
  return starts.flatMap(({ place, before }) => {
    const { end, next } = findEnd(text, place)
    const condition = text.slice(place, end)
    if (/^\s*(?:true|false)?\s*$/.test(condition)) return []
    const start = place + condition.length - condition.trimStart().length
    const isAlternative = before === 'or' || (before !== 'and' && next === 'or')
    return [{ start, end: start + condition.trim().length, replacement: isAlternative ? 'false' : 'true' }]
  })
}

/** Returns the end of the condition that begins at `place`, and the word after it. */
function findEnd(text: string, place: number): { readonly end: number; readonly next: string } {
  let depth = 0
  let isBetween = false
  let cases = 0
  for (let at = place; at < text.length; at++) {
    const character = text[at]
    if (character === '(') depth++
    if (character === ')' && depth-- === 0) return { end: at, next: '' }
    if (character === ',' && depth === 0) return { end: at, next: '' }
    if (depth > 0 || !/\W/.test(text[at - 1] ?? ' ')) continue
    if (/^between\b/.test(text.slice(at, at + 8))) isBetween = true
    if (/^case\b/.test(text.slice(at, at + 5))) cases++
    // Two expressions in a row: the second is a clause such as ORDER BY.
    if (text[at] === OPAQUE && /§\s+$/.test(text.slice(place, at))) return { end: at, next: '' }
    CONDITION_END.lastIndex = at
    const word = CONDITION_END.exec(text)?.[0]
    if (word === undefined) continue
    if (word === 'end' && cases > 0) cases--
    else if (cases > 0) continue
    else if (word === 'and' && isBetween) isBetween = false
    else return { end: at, next: word }
  }
  return { end: text.length, next: '' }
}
