import { useState } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { parseSharedText } from './parse-shared-text.ts'
import { type SharedNames, SharedTrackForm } from './SharedTrackForm.tsx'

interface PastedLinkProps {
  text: string
  /** Resolves to undefined, or to the reason for which the track cannot be used. */
  onUse: (names: SharedNames) => Promise<string | undefined>
}

/** The track of a link that was pasted into a form. */
export function PastedLink({ text, onUse }: PastedLinkProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const use = async (names: SharedNames) => {
    setBusy(true)
    setProblem(undefined)
    setProblem(await onUse(names))
    setBusy(false)
  }
  return (
    <SharedTrackForm shared={parseSharedText({ text })}>
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
