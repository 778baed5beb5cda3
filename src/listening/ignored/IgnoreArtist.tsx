import { useLive } from '#src/cache/useLive.ts'
import { useUndoable } from '#src/cache/useUndoable.ts'
import { Button } from '#src/ui/Button.tsx'
import { setIgnored } from './actions.ts'
import { ignoredArtistsQuery } from './queries.ts'

interface IgnoreArtistProps {
  member: string
  artist: { readonly id: number; readonly name: string }
  onPress?: () => void
}

/** Renders nothing on hosts without ignored artists, and until they are known. */
export function IgnoreArtist({ member, artist: { id, name }, onPress }: IgnoreArtistProps) {
  const ignored = useLive(ignoredArtistsQuery(member)).value
  const setIgnoredTo = useSetIgnored(member, { id, name })
  if (ignored === undefined || ignored === null) return null
  const isIgnored = ignored.some((artist) => artist.id === id)
  const press = () => {
    onPress?.()
    void setIgnoredTo(!isIgnored)
  }
  return (
    <Button block variant="quiet" onClick={press}>
      <span>
        {isIgnored ? 'Count' : 'Ignore'} <bdi>{name}</bdi>
        {isIgnored && ' Again'}
      </span>
    </Button>
  )
}

export function useSetIgnored(user: string, { id, name: artist }: IgnoreArtistProps['artist']) {
  const dispatchUndoable = useUndoable()
  const change = { user, id, artist }
  return (isIgnored: boolean) =>
    dispatchUndoable(
      setIgnored,
      { ...change, isIgnored },
      {
        title: isIgnored ? `${artist} is ignored` : `${artist} counts again`,
        ...(isIgnored && { description: 'It counts nowhere but among your own listens.' }),
        reverse: { ...change, isIgnored: !isIgnored },
      },
    )
}
