import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { cancelImport, type Import } from '#contract/listening/imports.ts'
import { call } from '#src/api/call.ts'
import { useConnection } from '#src/cache/connection.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { isQueued, outcomeText } from './import-text.ts'
import * as css from './ListeningHistory.css.ts'
import type { FilesToSend, Sending } from './useSendFiles.ts'

interface ImportFilesProps {
  member: string
  imports: readonly Import[]
  files: FilesToSend
}

/** Accepts files by the chooser or dropped, and shows their progress. */
export function ImportFiles({ member, imports, files }: ImportFilesProps) {
  const { isReachable } = useConnection()
  const { sending, waiting, failures, send, stop } = files
  const running = imports.find((row) => row.client_id === sending?.clientId)
  const cancel = () => {
    stop()
    // The row shows its result; without a response the broken connection ends the import anyway.
    if (running) void call(cancelImport, { user: member, id: running.id }).catch(() => undefined)
  }
  return (
    <Stack gap="m">
      <DropZone onFiles={(files) => void send(files)} />
      {!isReachable && <Text tone="swag">Sending files needs a connection.</Text>}
      {sending && <Progress {...{ sending, waiting, running }} onStop={cancel} />}
      <VisuallyHidden>
        <span role="status">{sending && `${getStep(sending)} ${sending.name}.${moreText(waiting)}`}</span>
      </VisuallyHidden>
      {failures.map(({ name, sentence }) => (
        <Alert key={name}>
          <span className={css.name}>{name}</span>: {sentence}
        </Alert>
      ))}
    </Stack>
  )
}

function DropZone({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    // Allows the same file to be chosen again.
    event.target.value = ''
    if (files.length > 0) onFiles(files)
  }
  const allowDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
  }
  return (
    // Dropping is an alternative for the mouse; the button works for every user.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={css.drop}
      data-over={isOver}
      onDragOver={allowDrop}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text>Files from a service or a player, zipped or not</Text>
      <input ref={input} type="file" multiple hidden aria-label="Files of listens" onChange={onChange} />
      <Button onClick={() => input.current?.click()}>Choose Files</Button>
      <Note>or drop them here. Sending the same file again adds nothing.</Note>
    </div>
  )
}

interface ProgressProps {
  sending: Sending
  waiting: number
  running: Import | undefined
  onStop: () => void
}

const getStep = ({ sent }: Sending) => (sent >= 1 ? 'Reading' : 'Sending')
const moreText = (waiting: number) => (waiting === 0 ? '' : ` ${waiting} more to go.`)

/** Not a live region: it changes many times a second. Its steps are announced. */
function Progress({ sending, waiting, running, onStop }: ProgressProps) {
  const done = sending.sent >= 1 ? (running?.progress ?? 0) : sending.sent
  return (
    <Card>
      <Stack gap="s">
        <Text strong>
          <span className={css.name}>{sending.name}</span>
        </Text>
        <progress className={css.progress} value={done} aria-label={getStep(sending)} />
        <Row justify="between" wrap>
          <Note>
            {running && isQueued(running) ? running.note : `${getStep(sending)} ${Math.floor(done * 100)} %.`}
            {moreText(waiting)}
            {running && !isQueued(running) && ` ${outcomeText({ ...running, status: 'done' })}.`}
          </Note>
          <Button variant="quiet" size="s" onClick={onStop}>
            Stop
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}
