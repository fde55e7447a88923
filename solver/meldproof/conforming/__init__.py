"""Conformance: the kit of cases, the driver that puts them to an implementation, and the diagnosis of its faults."""
