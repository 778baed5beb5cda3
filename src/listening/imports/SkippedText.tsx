import type { Import } from '#contract/listening/imports.ts'
import { Note } from '#src/ui/Text.tsx'
import { skippedTexts } from './import-text.ts'

/** How many records were not added, by reason; nothing if all were. */
export function SkippedText({ skipped }: { skipped: Import['skipped'] }) {
  if (skipped.length === 0) return null
  return <Note>Skipped: {skippedTexts(skipped).join('; ')}.</Note>
}
