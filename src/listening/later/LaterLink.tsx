import { useLive } from '#src/cache/useLive.ts'
import { IconLink } from '#src/ui/IconButton.tsx'
import { laterIcon } from '#src/ui/later-icons.ts'
import { inThousands } from '#src/ui/numbers.ts'
import { Action } from '#src/ui/PictureHead.tsx'
import { laterQuery } from './queries.ts'

/** A link to the member's list, with its length. Renders nothing on a host without the list. */
export function LaterLink({ member }: { member: string }) {
  const { value } = useLive(laterQuery(member))
  if (value === null) return null
  const total = value?.total ?? 0
  return (
    <Action word={total > 0 ? `Later · ${inThousands(total)}` : 'Later'}>
      <IconLink icon={laterIcon} label="Listen later" to="/later" />
    </Action>
  )
}
