import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { draftKey } from '#src/listening/shared-links/draft-list.ts'
import { hasLink, SHARED_TEXT_MAX } from '#src/listening/shared-links/parse-shared-text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { SavedLinks } from './SavedLinks.tsx'
import { SharedTrack } from './SharedTrack.tsx'
import { readFields, toSharePath } from './shared-fields.ts'

const route = getRouteApi('/share')

/** The screen that other apps share links with, and the links that are saved on this device. */
export function ShareIn() {
  const fields = readFields(route.useSearch())
  const { member } = useSession()
  return (
    <Screen isSpread={member !== null} header={<ScreenHeader title="Share a Track" back={useWayBack()} />}>
      {member === null ? (
        <LogInPrompt
          text={fields === undefined ? 'Please log in to continue' : 'Please log in to share this track'}
          {...(fields !== undefined && { next: toSharePath(fields) })}
        />
      ) : (
        <Panes
          gap="xxl"
          lead={
            fields === undefined ? (
              <PasteLink />
            ) : (
              <SharedTrack key={draftKey(fields)} fields={fields} member={member} />
            )
          }
          side={<SavedLinks without={fields && draftKey(fields)} />}
        />
      )}
    </Screen>
  )
}

/** A field for a link, which opens once the link is complete, or on Enter. */
function PasteLink() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  // One character more than is read, so that a long text is known to be cut.
  const open = (shared: string) =>
    void navigate({ to: '/share', search: { text: shared.slice(0, SHARED_TEXT_MAX + 1) } })
  const submit = () => {
    if (text.trim() !== '') open(text)
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Paste a link"
        hint="Of a track at Spotify, Apple Music, YouTube, Deezer, Tidal, Last.fm, MusicBrainz or ListenBrainz."
        inputMode="url"
        autoComplete="off"
        value={text}
        onChange={setText}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (!hasLink(pasted)) return
          event.preventDefault()
          open(pasted)
        }}
      />
      <Button type="submit" variant="quiet" block>
        Continue
      </Button>
    </Form>
  )
}
