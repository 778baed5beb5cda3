import { avatarColours } from './colours.ts'
import { hashText, plain } from './hash.ts'

/**
 * Returns a drawn avatar's letter and its background's index in the palette. The same name, in any
 * case and with or without its @, returns the same avatar.
 */
export function avatarArt(name: string): { letter: string; colour: number } {
  const normalized = plain(name).replace(/^@/, '')
  const [first = '?'] = normalized
  return { letter: first.toUpperCase(), colour: hashText(normalized) % avatarColours.length }
}
