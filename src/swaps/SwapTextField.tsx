import { SWAP_TEXT_MAX } from '#contract/swaps/swaps.ts'
import { TextArea } from '#src/ui/TextArea.tsx'
import type { SwapTextDraft } from './useSwapText.ts'

interface SwapTextFieldProps {
  label: string
  hint?: string
  draft: SwapTextDraft
}

/** The remaining characters are shown below this number. */
const SCARCE = 60

/** The field of a text with a track or a rating; not on a host that does not store them. */
export function SwapTextField({ label, hint, draft: { text, setText, isOffered } }: SwapTextFieldProps) {
  if (!isOffered) return null
  const remaining = SWAP_TEXT_MAX - text.length
  return (
    <TextArea
      label={label}
      variant="line"
      maxLength={SWAP_TEXT_MAX}
      hint={remaining < SCARCE ? `${remaining} characters left` : hint}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

/** The hint of a text with a rating. */
export const RATING_TEXT_HINT = 'They can read it once both of you have rated.'
