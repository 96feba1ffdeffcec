-- Companies and profiles can limit how long an assignment lasts (issue 38).
alter table companies
  add column assignment_days_max integer constraint companies_assignment_days_max_known check (assignment_days_max between 1 and 3650);
comment on column companies.assignment_days_max is 'Maximum number of days of a new period of an assignment in the company; null if there is none. Existing assignments stay.';
alter table profiles
  add column assignment_days_max integer constraint profiles_assignment_days_max_known check (assignment_days_max between 1 and 3650),
  add constraint profiles_administrator_without_max check (id <> 1 or assignment_days_max is null);
comment on column profiles.assignment_days_max is 'Maximum number of days of a new period of an assignment of the profile; null if there is none. The smaller one of company and profile applies.';
