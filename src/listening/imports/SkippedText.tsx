import type { Import } from '#contract/listening/imports.ts'
import { Text } from '#src/ui/Text.tsx'
import { skippedTexts } from './import-text.ts'

/** How many records were not added, by reason; nothing if all were. */
export function SkippedText({ skipped }: { skipped: Import['skipped'] }) {
  if (skipped.length === 0) return null
  return (
    <Text tone="quiet" size="s">
      Skipped: {skippedTexts(skipped).join('; ')}.
    </Text>
  )
}
