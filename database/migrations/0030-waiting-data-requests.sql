-- The list of data requests begins with what waits for an answer, the nearest to its term first.
create index data_requests_waiting_idx on data_requests ((case when answered_at is null then due_at else 'infinity' end), id);
