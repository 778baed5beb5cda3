import type { ReactNode } from 'react'
import { formatBytes } from '#contract/bytes.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import * as css from './ExportData.css.ts'
import { PrivacySwitches } from './PrivacySwitches.tsx'
import { privacyQuery } from './queries.ts'
import { type Exporting, useExport } from './useExport.ts'

export function PrivacyAndData({ member, unsent, children }: { member: string; unsent: number; children: ReactNode }) {
  const live = useLive(privacyQuery(member))
  if (live.value === null) {
    return <Text tone="quiet">This server has no privacy settings, no export and no deletion. Ask its admins.</Text>
  }
  // Not before the settings: their arrival would move these buttons away from a press.
  const isSettled = live.value !== undefined || live.error !== null
  return (
    <Stack gap="xxl">
      <QueryState live={live} loading={<Skeleton shape="row" />} failed="Failed to load the privacy settings">
        {(privacy) => <PrivacySwitches {...{ member, privacy }} />}
      </QueryState>
      {isSettled && (
        <>
          {children}
          <ExportData member={member} />
          <DeleteAccount member={member} unsent={unsent} />
        </>
      )}
    </Stack>
  )
}

function ExportData({ member }: { member: string }) {
  const exporting = useExport(member)
  const { bytes, outcome, start } = exporting
  return (
    <Section title="Your data">
      <Text>
        A zip with everything Flipside stores about you: listens, broadcasts, messages, swaps and the rest, and a file
        that explains it. Any Flipside can import the listens, and so can services that read ListenBrainz exports.
      </Text>
      {outcome?.isFailure && <Alert>{outcome.sentence}</Alert>}
      <Row wrap>
        <Button block variant="quiet" busy={bytes !== undefined} onClick={() => void start()}>
          {bytes === undefined ? 'Download Everything' : 'Downloading...'}
        </Button>
      </Row>
      {bytes !== undefined && <Progress bytes={bytes} stop={exporting.stop} />}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> may hold phrases only */}
      <div role="status">{outcome && !outcome.isFailure && <Note>{outcome.sentence}</Note>}</div>
    </Section>
  )
}

/** Bytes received; the total is unknown. */
function Progress({ bytes, stop }: { bytes: number; stop: Exporting['stop'] }) {
  return (
    <Stack gap="s">
      <progress className={css.progress} aria-label="Downloading" />
      <Row justify="between" wrap>
        <Note>{formatBytes(bytes)} so far. How much it will be is not known beforehand.</Note>
        <Button variant="quiet" size="s" onClick={stop}>
          Stop
        </Button>
      </Row>
    </Stack>
  )
}
