-- Of the actions that profiles 3 and 4 hold, only the reset of passwords and the lifting of locks open anything (decision 53).
create or replace view action_links as
  select pa.profile_id, pa.function_id, a.id as action_id,
    a.active and a.path is not null and case pa.profile_id
      when 4 then false
      when 3 then f.url = '/user-edit' and a.path in ('reset-password', 'unlock')
      else true end as action_active
  from profile_actions pa join actions a on a.id = pa.action_id join functions f on f.id = pa.function_id;
comment on view action_links is 'The actions of those functions that a profile opens; one without a path opens nothing. Profiles 3 (Suporte) and 4 (Auditoria) write nothing, except that 3 resets passwords, resends invitations and lifts locks (contract/reader-profiles.ts; decision 53).';
