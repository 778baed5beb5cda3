import { hashText, plain } from './hash.ts'
import { avatarColours } from './palette.ts'

/** The letter and the colour of a drawn avatar: the same name, in any case and with or without its @, looks the same. */
export function avatarArt(name: string): { letter: string; colour: string } {
  const bare = plain(name).replace(/^@/, '')
  const [first = '?'] = bare
  const colour = avatarColours[hashText(bare) % avatarColours.length]
  return { letter: first.toUpperCase(), colour: colour ?? '' }
}
