import { useState } from 'react'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { formatClock, toLocalDay } from '#src/ui/dates.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { addListen } from '../actions.ts'

const NAME_MAX = 500
/** Last.fm's oldest listens are from 2002. */
const FIRST_DAY = '2002-01-02'

export function AddListen({ member, onClose }: { member: string; onClose: () => void }) {
  const { dispatch } = useDispatch()
  const [fields, setFields] = useState(() => {
    const now = new Date()
    return { artist: '', track: '', album: '', day: toLocalDay(now), time: formatClock(now).padStart(5, '0') }
  })
  const [today] = useState(fields.day)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const change = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (text: string) => setFields({ ...fields, [name]: text }),
  })
  const submit = async () => {
    const [artist, track, album] = [fields.artist.trim(), fields.track.trim(), fields.album.trim()]
    if (artist === '' || track === '') return setFailure('Enter the artist and the title.')
    const at = new Date(`${fields.day}T${fields.time}`)
    if (Number.isNaN(at.getTime())) return setFailure('Enter a day and a time.')
    if (at.getTime() > Date.now()) return setFailure('The time must be in the past.')
    if (fields.day < FIRST_DAY) return setFailure('The time must be after 2001.')
    setBusy(true)
    const isStored = await dispatch(addListen, { user: member, artist, track, album, listenedAt: at.toISOString() })
    setBusy(false)
    if (isStored) onClose()
  }
  return (
    <FormDialog title="Add a listen" submit="Add" onSubmit={submit} {...{ failure, isBusy, onClose }}>
      <TextField label="Artist" maxLength={NAME_MAX} {...change('artist')} />
      <TextField label="Title" maxLength={NAME_MAX} {...change('track')} />
      <TextField label="Album" hint="May be empty." maxLength={NAME_MAX} {...change('album')} />
      <TextField label="Day" type="date" min={FIRST_DAY} max={today} {...change('day')} />
      <TextField label="Time" type="time" {...change('time')} />
    </FormDialog>
  )
}
