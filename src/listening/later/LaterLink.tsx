import { Link } from '@tanstack/react-router'
import { useLive } from '#src/cache/useLive.ts'
import { Button } from '#src/ui/Button.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { laterQuery } from './queries.ts'

/** A link to the member's list, with its length. Renders nothing on a host without the list. */
export function LaterLink({ member }: { member: string }) {
  const { value } = useLive(laterQuery(member))
  if (value === null) return null
  const total = value?.total ?? 0
  return (
    <Button block size="s" variant="quiet" render={(look) => <Link to="/later" {...look} />}>
      Listen later{total > 0 && ` · ${inThousands(total)}`}
    </Button>
  )
}
