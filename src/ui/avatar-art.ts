import { hashText, plain } from './hash.ts'
import { avatarColours } from './palette.ts'

/**
 * The letter of a drawn avatar, and which of the palette's colours it stands on: the same name, in any case and with or without its @,
 * looks the same.
 */
export function avatarArt(name: string): { letter: string; colour: number } {
  const bare = plain(name).replace(/^@/, '')
  const [first = '?'] = bare
  return { letter: first.toUpperCase(), colour: hashText(bare) % avatarColours.length }
}
