import { type ReactNode, useState } from 'react'
import { SWAP_TEXT_MAX } from '#contract/swaps/swaps.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import type { SwapTextDraft } from './useSwapText.ts'

interface SwapTextFieldProps {
  label: string
  /** The label is the placeholder: where there is little room. */
  hideLabel?: boolean
  hint?: string
  draft: SwapTextDraft
  onMount?: (field: HTMLTextAreaElement) => void
}

/** The remaining characters are shown below this number. */
const SCARCE = 60

/** The field for a text with a track or a rating; not on a host that does not store them. */
function SwapTextField({
  label,
  hideLabel = false,
  hint,
  draft: { text, setText, isOffered },
  onMount,
}: SwapTextFieldProps) {
  if (!isOffered) return null
  const remaining = SWAP_TEXT_MAX - text.length
  return (
    <TextArea
      label={label}
      hideLabel={hideLabel}
      {...(hideLabel && { placeholder: label })}
      variant="line"
      maxLength={SWAP_TEXT_MAX}
      hint={remaining < SCARCE ? `${remaining} characters left` : hint}
      value={text}
      onChange={setText}
      ref={(field) => {
        if (field) onMount?.(field)
      }}
    />
  )
}

export const RATING_TEXT_HINT = 'They can read it once both of you have rated.'

export const RatingTextField = ({ draft }: { draft: SwapTextDraft }) => (
  <SwapTextField label="Say why (optional)" hint={RATING_TEXT_HINT} draft={draft} />
)

interface SendBarProps {
  hasTrack: boolean
  draft: SwapTextDraft
  children: ReactNode
}

const focus = (field: HTMLTextAreaElement) => field.focus()

/** The button for a track, and its note, which opens on demand to leave the list room. */
export function SendBar({ hasTrack, draft, children }: SendBarProps) {
  const [isOpened, setOpened] = useState(false)
  if (!hasTrack || !draft.isOffered) return children
  if (isOpened || draft.text !== '')
    return (
      <Stack gap="s">
        <SwapTextField label="Add a note (optional)" hideLabel draft={draft} {...(isOpened && { onMount: focus })} />
        {children}
      </Stack>
    )
  return (
    <Row gap="s">
      <IconButton icon="message" label="Add a note" onClick={() => setOpened(true)} />
      {children}
    </Row>
  )
}
