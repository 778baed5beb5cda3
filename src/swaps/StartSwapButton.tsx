import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '#src/ui/Button.tsx'
import { startMatching } from './useMatch.ts'

export function StartSwapButton({ member }: { member: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const start = () => {
    startMatching(client, member)
    void navigate({ to: '/track-swap' })
  }
  return (
    <Button block onClick={start}>
      Start Track Swap
    </Button>
  )
}
