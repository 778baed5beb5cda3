import { LOOKALIKES } from './confusables.ts'

const PROTOTYPES = new Map(
  Object.entries(LOOKALIKES).flatMap(([letters, alike]) =>
    Array.from(alike, (character) => [character, letters] as const),
  ),
)

/**
 * What names that look alike have in common, after the skeleton of UTS 39: a name whose skeleton is another member's is refused.
 * Case counts before it is folded, since `I` looks like `l` and `i` does not. What is stored in `name_skeleton` never changes
 * meaning: a change needs a migration that computes all of them again.
 */
export function nameSkeleton(name: string): string {
  const shown = replaceLookalikes(name.normalize('NFKC').normalize('NFD'))
  return replaceLookalikes(shown.toLowerCase()).normalize('NFD')
}

const replaceLookalikes = (text: string) =>
  Array.from(text, (character) => PROTOTYPES.get(character) ?? character).join('')
