import { avatarColours } from './colours.ts'
import { hashText, plain } from './hash.ts'

/** Returns an avatar's letter and its colour index. Case and @ of the name make no difference. */
export function avatarArt(name: string): { letter: string; colour: number } {
  const normalized = plain(name).replace(/^@/, '')
  const [first = '?'] = normalized
  return { letter: first.toUpperCase(), colour: hashText(normalized) % avatarColours.length }
}
