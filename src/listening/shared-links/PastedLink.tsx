import { useState } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useSettled } from '#src/ui/useSettled.ts'
import { parseSharedText } from './parse-shared-text.ts'
import { type SharedNames, SharedTrackForm } from './SharedTrackForm.tsx'

/** A link that is typed is complete when nothing was typed for this long. */
const AFTER_TYPING_MS = 500

interface PastedLinkProps {
  /** May change with every key. */
  text: string
  /** `link` may be empty. Resolves to the reason for which the track cannot be used, if any. */
  onUse: (names: SharedNames, link: string) => Promise<string | undefined>
}

/** The track from a link that was pasted or typed into a form: read once the text is complete. */
export function PastedLink({ text, onUse }: PastedLinkProps) {
  const settled = useSettled(text, AFTER_TYPING_MS)
  if (settled === undefined) return <Text tone="quiet">Reading the link...</Text>
  return <SettledLink key={settled} text={settled} onUse={onUse} />
}

function SettledLink({ text, onUse }: PastedLinkProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const shared = parseSharedText({ text })
  const use = async (names: SharedNames) => {
    setBusy(true)
    setProblem(undefined)
    setProblem(await onUse(names, shared.link?.url ?? ''))
    setBusy(false)
  }
  return (
    <SharedTrackForm shared={shared}>
      {(names) => (
        <Stack gap="s">
          {problem !== undefined && <Alert>{problem}</Alert>}
          <Button variant="quiet" busy={isBusy} disabled={!names} onClick={() => names && void use(names)}>
            Use this track
          </Button>
        </Stack>
      )}
    </SharedTrackForm>
  )
}
