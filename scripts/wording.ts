import { type Comment, listComments } from './comments.ts'

/**
 * A group of words of which comments may hold at most, or together at least, a number in 10,000
 * words.
 */
interface Rule {
  readonly name: string
  readonly words: RegExp
  readonly most?: number
  readonly least?: number
}

/**
 * Words that hide the technical noun or verb, and those that name it. CONTRIBUTING.md lists what to
 * write instead.
 */
export const rules: readonly Rule[] = [
  { name: 'who, whoever, whom, whose', words: /\bwho(?:ever|m|se)?\b/gi, most: 8 },
  { name: 'tell, told, says, said', words: /\b(?:tells?|told|says|said)\b/gi, most: 8 },
  { name: 'keep, kept', words: /\b(?:keeps?|kept)\b/gi, most: 15 },
  { name: 'ask, asked', words: /\b(?:asks?|asked)\b/gi, most: 8 },
  { name: 'stands, lies', words: /\b(?:stands?|lies?)\b/gi, most: 5 },
  { name: 'nobody, somebody', words: /\b(?:no|some)body\b/gi, most: 5 },
  {
    name: 'return, request, response, user, cache, store',
    words: /\b(?:return|request|response|user|cache|store)(?:s|d|ed|ing)?\b/gi,
    least: 150,
  },
]

/** Returns the number of words of all comments, and per rule the number in 10,000 of them. */
export function measureWording(comments: readonly Comment[]): { words: number; found: Map<Rule, number> } {
  const text = comments.map((comment) => comment.text).join('\n')
  const words = (text.match(/[A-Za-z][\w'-]*/g) ?? []).length
  const found = rules.map((rule) => {
    const count = (text.match(rule.words) ?? []).length
    return [rule, words === 0 ? 0 : (count / words) * 10_000] as const
  })
  return { words, found: new Map(found) }
}

/**
 * `node scripts/wording.ts [folder...]`: prints the figures of the folders, and every line that a
 * rule limits.
 */
if (import.meta.main) {
  const folders = process.argv.slice(2)
  const comments = listComments(folders.length > 0 ? folders : undefined)
  if (folders.length > 0)
    for (const { file, line, text } of comments)
      for (const [index, row] of text.split('\n').entries())
        if (rules.some(({ words, most }) => most !== undefined && row.match(words)))
          console.log(`${file}:${line + index}: ${row.trim()}`)
  const { words, found } = measureWording(comments)
  console.log(`${words} words of comments; in 10,000 of them:`)
  for (const [{ name, most, least }, rate] of found)
    console.log(
      `  ${rate.toFixed(1).padStart(6)}  ${name} (${most === undefined ? `at least ${least}` : `at most ${most}`})`,
    )
}
