"""What all tests share: how hypothesis looks for examples, so that a busy machine fails none of them."""

from hypothesis import HealthCheck, settings

settings.register_profile("ragtriage", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ragtriage")
