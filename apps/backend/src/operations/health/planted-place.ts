import '../../app.module';
