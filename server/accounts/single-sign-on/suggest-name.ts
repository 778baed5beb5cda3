import { checkNewName } from '../name-rules.ts'

const LONGEST = 64

/**
 * Returns a valid username for a person's name at the provider, or an empty text. From an e-mail
 * address it takes the part before the @. The name may be taken.
 */
export function suggestName(preferred: string | undefined): string {
  const name = (preferred ?? '')
    .slice(0, 1000)
    .normalize('NFKC')
    .replace(/^@+/, '')
    .replace(/@.*$/su, '')
    .replace(/\s+/gu, ' ')
    .trim()
  if (name.length > LONGEST) return ''
  try {
    checkNewName(name)
    return name
  } catch {
    return ''
  }
}
