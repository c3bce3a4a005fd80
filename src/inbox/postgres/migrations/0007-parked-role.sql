-- Who sends what is parked: one process at a time.
ALTER TABLE pixctl.holders DROP CONSTRAINT holders_role_check;
ALTER TABLE pixctl.holders ADD CHECK (role IN ('forwarding', 'cursor', 'parked'));
