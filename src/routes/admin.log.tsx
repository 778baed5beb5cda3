import { createFileRoute } from '@tanstack/react-router'
import { AuditLog } from '#src/moderation/AuditLog.tsx'
import { AdminScreen } from './-admin/AdminScreen.tsx'

export const Route = createFileRoute('/admin/log')({
  staticData: { title: 'Log' },
  component: () => (
    <AdminScreen title="Log">
      <AuditLog />
    </AdminScreen>
  ),
})
