-- Whoever reads the trail seeks by time and number (docs/decisions/0040-the-trail-to-read.md).
drop index audit_entries_user_idx;
drop index audit_entries_company_idx;
drop index audit_entries_target_idx;
create index audit_entries_time_idx on audit_entries (happened_at, seq) where part_of is null;
create index audit_entries_user_idx on audit_entries (user_id, happened_at, seq) where part_of is null and user_id is not null;
create index audit_entries_company_idx on audit_entries (company_id, happened_at, seq) where part_of is null and company_id is not null;
create index audit_entries_operation_idx on audit_entries (operation, happened_at, seq) where part_of is null;
create index audit_entries_target_idx on audit_entries (target, happened_at, seq) where target is not null;
