import { type LinkedLibrary, matchMusicLibrary, unlinkMusicLibrary } from '#contract/listening/music-library.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { countText } from '#src/ui/numbers.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { AccountCard } from '../AccountCard.tsx'
import { ConfirmSend } from '../ConfirmSend.tsx'
import { useSend } from '../useSend.ts'
import { LinkLibrary } from './LinkLibrary.tsx'

interface LibraryCardProps {
  member: string
  library: NonNullable<LinkedLibrary['library']>
}

/** A linked library: what was found in it, the last failure, and what the member can do. */
export function LibraryCard({ member, library }: LibraryCardProps) {
  const { address, account, name, is_stopped: isStopped, failure, is_matching: isMatching } = library
  const { failure: refusal, isBusy, send } = useSend()
  const match = () => send(() => call(matchMusicLibrary, { user: member, client_id: uuid() }))
  return (
    <AccountCard
      name={address}
      lines={[name === '' ? account : `${account} · ${name}`]}
      failure={failure}
      refusal={refusal}
      actions={
        <>
          {!isStopped && (
            <Button variant="quiet" busy={isBusy || isMatching} onClick={() => void match()}>
              Match Again
            </Button>
          )}
          <Unlink member={member} address={address} />
        </>
      }
      after={isStopped && <LinkLibrary member={member} known={{ address, account }} />}
    >
      <Found library={library} />
    </AccountCard>
  )
}

function Found({ library }: { library: LibraryCardProps['library'] }) {
  const { is_stopped: isStopped, is_matching: isMatching, songs, matched, matched_at: at } = library
  const state = isStopped ? 'Stopped. Link it again below.' : isMatching ? 'Reading your library...' : undefined
  return (
    <Stack gap="none">
      <div role="status">{state !== undefined && <Text size="s">{state}</Text>}</div>
      <Text size="s">
        {countText(matched, 'track')} known here, of {countText(songs, 'song')} in your library.
      </Text>
      <Note>
        {at === '' ? (
          'Not read yet.'
        ) : (
          <>
            Last read: <RelativeTime at={at} />. It is read every day.
          </>
        )}
      </Note>
    </Stack>
  )
}

const Unlink = ({ member, address }: { member: string; address: string }) => (
  <ConfirmSend
    label="Unlink"
    aria-label="Unlink the library"
    title="Unlink your library?"
    send={() => call(unlinkMusicLibrary, { user: member, client_id: uuid() })}
    done="Library unlinked"
  >
    This server deletes its access to {address} and the list of its songs. Listens that you have played stay.
  </ConfirmSend>
)
