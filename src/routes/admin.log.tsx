import { createFileRoute } from '@tanstack/react-router'
import { AuditLog } from '#src/moderation/AuditLog.tsx'
import { AdminScreen } from './-admin/AdminScreen.tsx'

export const Route = createFileRoute('/admin/log')({
  staticData: { title: 'Log' },
  component: Log,
})

function Log() {
  return (
    <AdminScreen title="Log">
      <AuditLog />
    </AdminScreen>
  )
}
