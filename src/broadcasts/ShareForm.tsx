import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CAPTION_MAX } from '#contract/broadcasts/broadcasts.ts'
import { toDefaultCaption } from '#contract/broadcasts/caption.ts'
import { isUnknownMember, profileQuery } from '#src/accounts/queries.ts'
import { isNotFound } from '#src/api/errors.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useDraft } from '#src/cache/useDraft.ts'
import { useLive } from '#src/cache/useLive.ts'
import { NoTracksYet } from '#src/listening/charts/NoTracksYet.tsx'
import { TrackPicker } from '#src/listening/charts/TrackPicker.tsx'
import type { Song } from '#src/listening/queries.ts'
import type { SharedNames } from '#src/listening/shared-links/SharedTrackForm.tsx'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { Button } from '#src/ui/Button.tsx'
import { footBar } from '#src/ui/FootBar.css.ts'
import { Form } from '#src/ui/Form.tsx'
import { share } from './actions.ts'
import { parseChosenSong } from './chosen-song.ts'
import { emit } from './events.ts'
import { MentionArea } from './mentions/MentionArea.tsx'

/** The spec's delay before returning home, so that the word 'Posting...' can be read. */
const PAUSE_MS = 100

/** False while it is unknown: a broadcast is queued offline too. */
function useIsProfileMissing(member: string): boolean {
  const { value, error } = useLive(profileQuery(member))
  return value ? value.profile === undefined : isUnknownMember(error) || isNotFound(error)
}

/** The caption survives a reload until it is posted. */
export function ShareForm({ member, onPosted }: { member: string; onPosted?: (song: Song) => void }) {
  const { dispatch } = useDispatch()
  const navigate = useNavigate()
  const isProfileMissing = useIsProfileMissing(member)
  const caption = useDraft('broadcast-caption')
  const inUrl = parseChosenSong(useSearch({ strict: false }))
  const [extra, setExtra] = useState(inUrl)
  const [song, setSong] = useState(inUrl)
  const [problem, setProblem] = useState<string>()
  const [isPosting, setPosting] = useState(false)
  const hasAdditions = useHostAdds()
  const input = useRef<HTMLTextAreaElement>(null)

  const post = async (chosen: Song) => {
    setPosting(true)
    setProblem(undefined)
    const title = caption.text.trim() || toDefaultCaption(chosen.name)
    const { id: trackId, name: track, artist, track_url: url } = chosen
    const isStored = await dispatch(share, { user: member, title, trackId, track, artist, url })
    if (!isStored) return setPosting(false)
    onPosted?.(chosen)
    await caption.clear()
    emit('newBroadcast', { isOwn: true })
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    await navigate({ to: '/' })
  }
  const choose = (chosen: Song) => {
    setSong(chosen)
    setProblem(undefined)
  }
  const paste = async ({ artist, title: name }: SharedNames, link: string) => {
    const pasted = { id: 0, name, artist, playCount: 0, url: '', track_url: link }
    setExtra(pasted)
    choose(pasted)
    return undefined
  }
  const submit = () => {
    if (!song) setProblem('Please select a track first')
    else if (isProfileMissing) setProblem('User profile not found. Please try logging in again.')
    else void post(song)
  }

  return (
    <Form onSubmit={submit} failure={problem} gap="l">
      <MentionArea
        input={input}
        place="below"
        isPlain={!hasAdditions}
        label="Caption"
        hideLabel
        placeholder="Your thoughts here"
        maxLength={CAPTION_MAX}
        value={caption.text}
        onChange={caption.setText}
      />
      <TrackPicker
        member={member}
        label="Choose one of your recent tracks"
        chosen={song}
        extra={extra}
        onChoose={choose}
        onPaste={hasAdditions ? paste : undefined}
        empty={<NoTracksYet member={member} />}
      />
      <div className={footBar}>
        <Button type="submit" block busy={isPosting}>
          {isPosting ? 'Posting...' : '+ Post Track'}
        </Button>
      </div>
    </Form>
  )
}
