import { useDraft } from '#src/cache/useDraft.ts'
import { useHostAdds } from '#src/status/useHostAdds.ts'

/** A text with a track or a rating in a swap. It survives a reload until it is sent. */
export interface SwapTextDraft {
  text: string
  setText: (text: string) => void
  clear: () => Promise<void>
  /** Whether the host stores such texts. */
  isOffered: boolean
  /** What an action adds to its arguments: nothing without a text. */
  args: { text?: string }
}

export function useSwapText(name: string): SwapTextDraft {
  const { text, setText, clear } = useDraft(`swap-text:${name}`)
  const isOffered = useHostAdds()
  const trimmed = text.trim()
  return { text, setText, clear, isOffered, args: isOffered && trimmed !== '' ? { text: trimmed } : {} }
}
