import { LOOKALIKES } from './confusables.ts'

const PROTOTYPES = new Map(
  Object.entries(LOOKALIKES).flatMap(([letters, alike]) =>
    Array.from(alike, (character) => [character, letters] as const),
  ),
)

/**
 * Returns what names that look alike have in common, after the UTS 39 skeleton: a sign-up is
 * rejected if another member's name has the same one. Replaces look-alikes before and after folding
 * case, since `I` looks like `l` and `i` does not. Stored in `name_skeleton`: a change needs a
 * migration that computes all again.
 */
export function nameSkeleton(name: string): string {
  const shown = replaceLookalikes(name.normalize('NFKC').normalize('NFD'))
  return replaceLookalikes(shown.toLowerCase()).normalize('NFD')
}

const replaceLookalikes = (text: string) =>
  Array.from(text, (character) => PROTOTYPES.get(character) ?? character).join('')
