-- Replaces the code of an invitation, which processes of an earlier version insert, with its hash.
create or replace function hash_invitation_code() returns trigger language plpgsql as $$ begin
  new.code_hash := sha256(convert_to(new.code, 'UTF8'));
  new.code := null;
  return new;
end $$;

create or replace trigger invitations_hash_code before insert on invitations for each row
  when (new.code is not null) execute function hash_invitation_code();
