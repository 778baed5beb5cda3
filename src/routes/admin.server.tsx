import { createFileRoute } from '@tanstack/react-router'
import { ServerState } from '#src/operation/ServerState.tsx'
import { AdminScreen } from './-admin/AdminScreen.tsx'

export const Route = createFileRoute('/admin/server')({
  staticData: { title: 'Server' },
  component: () => (
    <AdminScreen title="Server">
      <ServerState />
    </AdminScreen>
  ),
})
