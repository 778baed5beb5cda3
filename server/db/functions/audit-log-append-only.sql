-- Rejects changes of the audit log: rows are only inserted.
create or replace function reject_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only.';
end $$;

create or replace trigger audit_log_append_only before update or delete on audit_log
  for each row execute function reject_audit_log_change();

-- No row triggers run for TRUNCATE.
create or replace trigger audit_log_not_emptied before truncate on audit_log
  for each statement execute function reject_audit_log_change();
