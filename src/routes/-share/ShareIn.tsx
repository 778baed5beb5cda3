import { getRouteApi } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { draftKey } from '#src/listening/shared-links/draft-list.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { PasteLink } from './PasteLink.tsx'
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
