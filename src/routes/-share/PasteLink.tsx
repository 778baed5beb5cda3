import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { hasLink, SHARED_TEXT_MAX } from '#src/listening/shared-links/parse-shared-text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { TextField } from '#src/ui/TextField.tsx'

/** A field for a link, which opens once the link is complete, or on Enter. */
export function PasteLink() {
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
        onChange={(event) => setText(event.target.value)}
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
