import { createFileRoute } from '@tanstack/react-router'
import { prefetchLive } from '#src/cache/live.ts'
import { AboutInstance } from '#src/instance/AboutInstance.tsx'
import { instanceQuery } from '#src/instance/queries.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'

export const Route = createFileRoute('/about')({
  staticData: { title: 'About this server', beside: 'settings' },
  loader: ({ context: { client } }) => prefetchLive(client, instanceQuery),
  component: About,
})

function About() {
  const back = useWayBack()
  return (
    <Screen header={<ScreenHeader title="About this server" back={back} />}>
      <AboutInstance />
    </Screen>
  )
}
