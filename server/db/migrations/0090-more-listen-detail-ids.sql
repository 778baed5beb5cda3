-- Doubles the range for ids of listen details: 2,147,483,647 is followed by -2,147,483,648.

-- 4.29 billion are enough for 10,000 members with 300,000 listens each if every listen had details
-- of its own. A bigint would rewrite `listens` and add 8 bytes to each row (docs/growth.md).
alter table listen_details alter column id set minvalue -2147483648 set cycle;
