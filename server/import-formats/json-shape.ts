import type { JsonShape } from './json-records.ts'

/** Returns the record layout in a text, from its beginning without a byte order mark. */
export function detectShape(head: string): JsonShape | 'csv' {
  const text = head.trimStart()
  if (!text.startsWith('[') && !text.startsWith('{')) return hasJsonLine(text) ? 'lines' : 'csv'
  // Exports from Maloja, lastfmstats.com and Koito are one object around a list.
  if (text.startsWith('{') && /"(?:scrobbles|listens)"\s*:\s*\[/.test(text)) return 'array'
  const pages = /"track"\s*:\s*\[/.exec(text) ?? findSingleTrack(text)
  if (pages !== null) return measureDepth(text.slice(0, pages.index)) + 1
  if (text.startsWith('[')) return 'array'
  return hasJsonLine(text) || !text.includes('\n') ? 'lines' : 'objects'
}

/** Finds the track of a raw response of Last.fm that has one only: an object instead of a list. */
const findSingleTrack = (text: string) =>
  /^\{\s*"(?:recenttracks|lovedtracks)"\s*:/.test(text) ? /"track"\s*:\s*\{/.exec(text) : null

/**
 * Returns whether any line in the text is an object by itself, as in JSON lines: the first line may
 * be broken.
 */
const hasJsonLine = (text: string): boolean =>
  text.split('\n').some((line) => line.startsWith('{') && line.length > 2 && typeof parseJson(line) === 'object')

/** Returns the number of objects and lists still open at the end of a text. */
function measureDepth(text: string): number {
  const brackets = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/[[\]{}]/g) ?? []
  return brackets.reduce((depth, bracket) => depth + (bracket === '[' || bracket === '{' ? 1 : -1), 0)
}

/** Returns the value of a JSON text, or undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
